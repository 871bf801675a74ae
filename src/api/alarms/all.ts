import type {Alarm} from '../../domain/alarm'
import type {Http, Options} from '../http'
import {type AlarmQuestion, listAlarms} from './alarms'

/** Loads all alarms that a filter finds, page by page. */
export async function loadAllAlarms(
  http: Http,
  question: AlarmQuestion,
  options: Options = {},
): Promise<readonly Alarm[]> {
  const found: Alarm[] = []
  let cursor: string | null = null
  do {
    const page = await listAlarms(http, {...question, cursor}, options)
    found.push(...page.alarms)
    cursor = page.next
  } while (cursor !== null)
  return found
}
