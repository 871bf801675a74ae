import type {LiveTelemetry} from '../../contract/wire/live'

/** Pushes committed telemetry to the browsers that watch it. `publish` never throws and returns at once. */
export interface LiveTelemetryPublisher {
  publish(batch: LiveTelemetry[]): void
}
