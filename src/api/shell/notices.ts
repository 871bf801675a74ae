import {listNotices} from '../../../contract/wire/system'
import type {SystemNotice} from '../../domain/shell/notice'
import type {Http, Options} from '../http'

/** Loads what SYS_ADMINs should see to. Needs the addition `notices`. */
export async function loadNotices(http: Pick<Http, 'call'>, options: Options = {}): Promise<readonly SystemNotice[]> {
  return await http.call(listNotices, options)
}
