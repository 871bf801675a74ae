import type {LiveAttribute, LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {LiveUnusual} from '../../contract/wire/telemetry/usual'

/** Pushes committed telemetry to the browsers that watch it. `publish` never throws and returns at once. */
export interface LiveTelemetryPublisher {
  publish(batch: LiveTelemetry[]): void
}

/** Pushes attributes of devices that were written or deleted, after the commit. It never throws and returns at once. */
export interface LiveAttributePublisher {
  publishAttributes(batch: LiveAttribute[]): void
}

/** Shows alarms that have changed, after the commit. It never throws and returns at once. */
export interface LiveAlarmPublisher {
  publishAlarms(ids: readonly string[]): void
}

/** Shows series that are unusual, or are so no longer, after the commit. It never throws and returns at once. */
export interface LiveUnusualPublisher {
  publishUnusual(batch: LiveUnusual[]): void
}

/** Publishes to all servers that a command to a device has changed. It never throws and returns at once. */
export interface LiveCommandPublisher {
  publishCommand(news: LiveCommand): void
}

export interface LiveCommand {
  deviceId: string
  number: number
}
