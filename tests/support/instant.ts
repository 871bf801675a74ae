import type {EpochMs} from '../../contract/wire/common'

/**
 * When the own time of a journey begins: the deep tier names the moment by TEST_INSTANT, such as 2027-10-31T00:59:30Z.
 * Undefined for the present.
 */
export const INSTANT: EpochMs | undefined = process.env.TEST_INSTANT ? Date.parse(process.env.TEST_INSTANT) : undefined

/** When this file was begun, by the time that its journeys have. */
export const PRESENT: EpochMs = INSTANT ?? Date.now()
