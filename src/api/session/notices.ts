import {notices} from '../../../contract/wire/system'
import type {SystemNotice} from '../../domain/session/notice'
import type {Http, Options} from '../http'

/** Loads what SYS_ADMINs should see to. Needs the addition `notices`. */
export async function loadNotices(http: Pick<Http, 'get'>, options: Options = {}): Promise<readonly SystemNotice[]> {
  return await http.get('/api/v0/system/notices', notices, options)
}
