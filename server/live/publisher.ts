import type {LiveTelemetry} from '../../contract/wire/live'

/** Where committed telemetry goes to reach those who watch. Never throws and never waits. */
export interface LiveTelemetryPublisher {
  publish(batch: LiveTelemetry[]): void
}
