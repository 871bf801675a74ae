import type {StatisticsSource} from '../../../server/live/statistics'

/** For servers of which nobody watches statistics. */
export const unwatchedStatistics: StatisticsSource = {
  access: {who: 'signedIn', on: 'named', keys: 'read'},
  read: async () => undefined,
  warn() {},
}
