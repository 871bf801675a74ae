import type {EpochMs} from '../../../contract/wire/common'

/** What a device signs in with. `createdAt` is on the client's clock; it is null when the server doesn't send it. */
export interface DeviceCredentials {
  accessToken: string
  createdAt: EpochMs | null
}
