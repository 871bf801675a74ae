import type {DevicesRef} from '../../../machines/telemetry/devices'

export interface CommandsProps {
  deviceId: string
  /** Tells the time, by which the commands age. */
  devices: DevicesRef
}
