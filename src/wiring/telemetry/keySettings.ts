import {merge, type Observable} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import type {KeySettingsQuestion, KeySettingsReceived} from '../../machines/telemetry/readings'
import {keySettings} from '../../streams/telemetry/keySettings'
import {upAgain} from '../../streams/telemetry/upAgain'
import {pollTicks, visibility} from '../../streams/ticks'
import type {Connections} from '../connections'

/** For servers that don't tell what an organisation or a customer says. */
const REFETCH_PERIOD: Milliseconds = 5 * 60_000

export const keySettingsOf = (
  {http, feed, links}: Pick<Connections, 'http' | 'feed' | 'links'>,
  question: KeySettingsQuestion,
): Observable<KeySettingsReceived> =>
  keySettings({
    load: signal => telemetryOf(http, question.offer).keySettings(question, {signal}),
    update: feed.attributes,
    changes: feed.keySettingsChanged,
    polls: merge(pollTicks(REFETCH_PERIOD, visibility(document)), upAgain(links)),
    isJustRead: question.isJustRead,
  })
