import type {EpochMs} from '../../../contract/wire/common'

/** What a device sends with. `createdAt` is on the client's clock, null when the server doesn't tell. */
export interface DeviceCredentials {
  accessToken: string
  createdAt: EpochMs | null
}
