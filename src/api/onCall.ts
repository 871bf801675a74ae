import {minuteFrom, minuteText} from '../../contract/rules/time/schedule'
import type {InClientNames} from '../../contract/wire/names'
import {readWhom} from '../../contract/wire/notification'
import * as routes from '../../contract/wire/onCall'
import type {NamedRota, NewOverride, Person, RotaEntry, Whom} from '../domain/alarms/onCall'
import type {Http, Options} from './http'

interface Ref {
  organisationId: string
  id: string
}

const paramsOf = ({organisationId, id}: Ref) => ({id: organisationId, rotaId: id})

export async function listRotas(
  http: Http,
  organisationId: string,
  options: Options = {},
): Promise<{rotas: NamedRota[]; people: Person[]}> {
  const {rotas, people} = await http.call(routes.listRotas, {params: {id: organisationId}, ...options})
  return {rotas: rotas.map(rotaFrom), people}
}

/** Writes a new rota, or changes the version of one that was seen. */
export async function saveRota(
  http: Http,
  {organisationId, entry, rota}: {organisationId: string; entry: RotaEntry; rota: NamedRota | null},
  options: Options = {},
): Promise<void> {
  const {handOver, ...rest} = entry
  const body = {
    ...rest,
    people: [...entry.people],
    handOver: {time: minuteText(handOver.minute), days: handOver.days, since: handOver.since},
    layers: entry.layers.map(({days, from, until, people}) => ({
      days: [...days],
      people: [...people],
      from: minuteText(from),
      until: minuteText(until),
    })),
  }
  if (rota === null) await http.call(routes.createRota, {params: {id: organisationId}, body, ...options})
  else {
    const params = paramsOf({organisationId, id: rota.id})
    await http.call(routes.changeRota, {params, body: {...body, version: rota.version}, ...options})
  }
}

export async function removeRota(http: Http, ref: Ref, options: Options = {}): Promise<void> {
  await http.call(routes.removeRota, {params: paramsOf(ref), ...options})
}

/** Adds all overrides or none. */
export async function addOverrides(
  http: Http,
  {overrides, ...ref}: Ref & {overrides: readonly NewOverride[]},
  options: Options = {},
): Promise<void> {
  const body = {overrides: overrides.map(({start, end, ...override}) => ({...override, startTs: start, endTs: end}))}
  await http.call(routes.addOverrides, {params: paramsOf(ref), body, ...options})
}

export async function giveBack(
  http: Http,
  {overrideId, ...ref}: Ref & {overrideId: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.removeOverride, {params: {...paramsOf(ref), overrideId}, ...options})
}

export async function issueCalendar(http: Http, ref: Ref, options: Options = {}): Promise<void> {
  await http.call(routes.issueCalendar, {params: paramsOf(ref), ...options})
}

export async function revokeCalendar(http: Http, ref: Ref, options: Options = {}): Promise<void> {
  await http.call(routes.revokeCalendar, {params: paramsOf(ref), ...options})
}

/** Loads whom the routes would notify now of an alarm, and who was notified. */
export async function loadWhom(http: Http, alarmId: string, options: Options = {}): Promise<Whom> {
  const {steps, notified} = await http.call(readWhom, {params: {id: alarmId}, ...options})
  return {notified, steps: steps.map(step => ({...step, recipients: step.recipients.map(({address}) => address)}))}
}

const rotaFrom = ({handOver, layers, overrides, ...wire}: InClientNames<routes.ListedRotaWire>): NamedRota => ({
  ...wire,
  handOver: {minute: minuteFrom(handOver.time) ?? 0, days: handOver.days, since: handOver.since},
  layers: layers.map(({from, until, ...layer}) => ({
    ...layer,
    from: minuteFrom(from) ?? 0,
    until: minuteFrom(until) ?? 0,
  })),
  overrides: overrides.map(({startTs, endTs, ...override}) => ({...override, start: startTs, end: endTs})),
})
