import {merge, type Observable} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import {THRESHOLDS_ATTRIBUTE, thresholdsFrom} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../../contract/rules/units'
import type {Json, Milliseconds} from '../../../contract/wire/common'
import {loadSharedJson, loadThresholdsOfMany, loadUnitsOfMany} from '../../api/telemetry/keySettings'
import type {KeySettings, Named} from '../../domain/telemetry/readings/keySettings'
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
    load: signal => loadKeySettings(http, question, signal),
    update: feed.attributes,
    changes: feed.keySettingsChanged,
    polls: merge(pollTicks(REFETCH_PERIOD, visibility(document)), upAgain(links)),
    isJustRead: question.isJustRead,
  })

/**
 * A server with the specified calls alone is asked for what the organisation says, and for what holds for the one
 * watched device: asking for every device would cost a call each.
 */
async function loadKeySettings(
  http: Connections['http'],
  {organisationId, customerId, watchedDeviceId, offer}: KeySettingsQuestion,
  signal: AbortSignal,
): Promise<KeySettings> {
  if (isPulsewall(offer)) {
    const [units, thresholds] = await Promise.all([
      loadUnitsOfMany(http, {signal}),
      loadThresholdsOfMany(http, {signal}),
    ])
    return {units, thresholds}
  }
  const own = async (kind: 'organisation' | 'customer' | 'device', id: string | null) =>
    id === null ? NOTHING_SHARED : await loadSharedJson(http, {kind, id}, {signal})
  const [ofOrganisation, ofCustomer, ofDevice] = await Promise.all([
    own('organisation', organisationId),
    own('customer', customerId),
    own('device', watchedDeviceId),
  ])
  const nearest = <Value>(read: (shared: SharedJson) => ReadonlyMap<string, Value>): Named<Value> => ({
    ofAll: read(ofOrganisation),
    byDevice: new Map(
      watchedDeviceId === null ? [] : [[watchedDeviceId, new Map([...read(ofCustomer), ...read(ofDevice)])]],
    ),
  })
  return {
    units: nearest(shared => unitsFrom(shared.get(UNITS_ATTRIBUTE))),
    thresholds: nearest(shared => thresholdsFrom(shared.get(THRESHOLDS_ATTRIBUTE)).thresholds),
  }
}

type SharedJson = ReadonlyMap<string, Json>
const NOTHING_SHARED: SharedJson = new Map()
