import type {StatisticsSource} from '../../../server/live/rooms/statistics'
import {MUST_NOT_FAIL} from '../../support/jobs'

/** For servers of which nobody watches statistics. */
export const unwatchedStatistics: StatisticsSource = {
  access: {who: 'signedIn', on: 'named', keys: 'read'},
  read: async () => undefined,
  job: MUST_NOT_FAIL,
}
