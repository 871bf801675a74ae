import type {EpochMs} from '../../../contract/wire/common'

/** Whether a device is connected by MQTT, and since when, on the client's clock. Its server may not know either. */
export type Connection = {state: 'connected' | 'disconnected' | 'unknown'; since: EpochMs} | {state: 'never'}
