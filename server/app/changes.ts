import type {LiveAttribute, LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {LiveUnusual} from '../../contract/wire/telemetry/usual'
import type {LiveCommand} from '../live/publisher'

/** What happens to one noun and matters to others, after its commit. Ids, unless a type says more. */
interface Changes {
  'alarms.changed': readonly string[]
  'attributes.written': LiveAttribute[]
  'command.changed': LiveCommand
  /** Devices were created or changed, in a way that may change who sees them. */
  'devices.changed': string[]
  'devices.removed': string[]
  /** Units or thresholds of an organisation were changed. */
  'keySettings.changed': string
  /** Devices of an organisation have come into maintenance or are in it no longer, or it is planned otherwise. */
  'maintenance.changed': string
  /** A rota of an organisation was changed, or the people in it were. */
  'onCall.changed': string
  'points.stored': LiveTelemetry[]
  /** Series are unusual, or are so no longer. */
  'series.judged': LiveUnusual[]
  /** Likewise, as another server says. */
  'series.judgedByPeer': LiveUnusual[]
  /** What a user, or a screen with a wall link, may see was changed. */
  'reach.changed': string
  'session.ended': string
}

type Handlers = {[Kind in keyof Changes]: ((change: Changes[Kind]) => void | Promise<void>)[]}

export type ChangeBus = ReturnType<typeof createChangeBus>

/** Joins nouns that don't know of each other: each emits its own changes and handles those of others. */
export function createChangeBus() {
  const handlers: Handlers = {
    'alarms.changed': [],
    'attributes.written': [],
    'command.changed': [],
    'devices.changed': [],
    'devices.removed': [],
    'keySettings.changed': [],
    'maintenance.changed': [],
    'onCall.changed': [],
    'points.stored': [],
    'reach.changed': [],
    'series.judged': [],
    'series.judgedByPeer': [],
    'session.ended': [],
  }
  return {
    on<Kind extends keyof Changes>(kind: Kind, handler: Handlers[Kind][number]): void {
      handlers[kind].push(handler)
    },

    /** Calls every handler at once, and resolves when all of them are done. */
    async emit<Kind extends keyof Changes>(kind: Kind, change: Changes[Kind]): Promise<void> {
      await Promise.all(handlers[kind].map(handle => handle(change)))
    },
  }
}
