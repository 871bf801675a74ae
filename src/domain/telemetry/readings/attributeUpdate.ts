import type {EpochMs, Json} from '../../../../contract/wire/common'
import type {AttributeScope} from '../../../../contract/wire/entities/attribute'

/** An attribute of a device that was written, or deleted: then it has no `value`. `at` is on the server's clock. */
export interface AttributeUpdate {
  deviceId: string
  scope: AttributeScope
  key: string
  value: Json | undefined
  /** Null when the server counts no versions. */
  version: number | null
  at: EpochMs
}
