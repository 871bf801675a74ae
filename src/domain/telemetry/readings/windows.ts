import type {EpochMs} from '../../../../contract/wire/common'

/** Tells the time `at` on the server's clock, once a minute. */
export type MinuteTicked = {type: 'minute.ticked'; at: EpochMs}
