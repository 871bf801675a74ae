import type {Freshness} from '../../../domain/telemetry/freshness'

/** The texts about the age of a value. */
export const texts = {
  notRead: 'not read yet',
  never: 'never',
  fresh: 'fresh',
  late: 'late',
  linkDown: 'link down',
  unconfirmed: 'age unknown',
} as const satisfies Record<Freshness | 'unconfirmed', string>
