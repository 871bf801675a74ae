import type {StatisticsSource} from '../../../server/live/rooms/statistics'
import {MUST_NOT_FAIL} from '../../support/jobs'

/** Serves servers whose statistics nobody watches. */
export const unwatchedStatistics: StatisticsSource = {
  access: {who: 'signedIn', on: 'named', keys: 'read'},
  read: async () => undefined,
  job: MUST_NOT_FAIL,
}
