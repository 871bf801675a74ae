import type {PlaylistChange} from '../../../contract/rules/lists/playlistChange'
import type {EpochMs} from '../../../contract/wire/common'

/** `at` is on the client's clock, and `name` is null where its author is not told. */
export interface ListEdit {
  at: EpochMs
  name: string | null
  /** Null where nobody knows them any more. */
  changes: readonly PlaylistChange[] | null
}
