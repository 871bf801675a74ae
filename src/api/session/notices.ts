import {notices} from '../../../contract/wire/system'
import type {SystemNotice} from '../../domain/session/notice'
import type {CallOptions, Http} from '../http'

/** Loads what SYS_ADMINs should see to. Needs the addition `notices`. */
export async function loadNotices(
  http: Pick<Http, 'get'>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<readonly SystemNotice[]> {
  return await http.get('/api/v0/system/notices', notices, options)
}
