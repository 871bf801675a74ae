import * as z from 'zod/mini'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import {PLAYLIST_ATTRIBUTE} from '../../../contract/rules/lists/playlist'
import {isZone} from '../../../contract/rules/time/localTime'
import type {Json} from '../../../contract/wire/common'
import {listAttributes, listValuesOfDevices} from '../../../contract/wire/entities/attribute'
import {inClientNames} from '../../../contract/wire/names'
import {PLAYER_ATTRIBUTE, pairDevice, pairNewDevice, playerReport} from '../../../contract/wire/player'
import type {Pairing} from '../../domain/media/pairing'
import type {ReportReader, ScreenUpdate, StoredAttribute, updateFromAll} from '../../domain/media/screenReport'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {type AnyAttribute, anyAttribute, attributeJson, ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'
import {entryFrom} from '../telemetry/devices'

type ReadUpdate = typeof updateFromAll

/** Reads what our player reports. A zone that this browser does not know is the same as none. */
export const playerReports: ReportReader = {
  key: PLAYER_ATTRIBUTE,
  read(value: Json) {
    const {data} = playerReport.safeParse(value)
    if (data === undefined) return null
    const {zone, ...report} = inClientNames(playerReport, data)
    return {...report, zone: zone !== null && isZone(zone) ? zone : null}
  },
}

/** What all screens of an organisation say, which needs a server with additions. Silent ones are left out. */
export async function loadScreens(
  http: Http,
  {organisationId, updateOf}: {organisationId: string | null; updateOf: ReadUpdate},
  options: Options = {},
): Promise<ScreenUpdate[]> {
  const query = {
    keys: [HEARTBEAT_ATTRIBUTE, PLAYER_ATTRIBUTE, PLAYLIST_ATTRIBUTE].join(),
    ...(organisationId === null ? {} : {organisationId}),
  }
  const found = await http.call({...listValuesOfDevices, answer: z.array(anyAttribute)}, {query, ...options})
  const byDevice = new Map<string, StoredAttribute[]>()
  for (const wire of found) {
    const known = byDevice.get(wire.entityId ?? '')
    if (known === undefined) byDevice.set(wire.entityId ?? '', [storedFrom(wire)])
    else known.push(storedFrom(wire))
  }
  return Array.from(byDevice, ([deviceId, stored]) => updateOf(deviceId, stored, playerReports))
}

/** What one screen says. */
export async function loadScreen(
  http: Http,
  {deviceId, updateOf}: {deviceId: string; updateOf: ReadUpdate},
  options: Options = {},
): Promise<ScreenUpdate> {
  const params = ownerParams({kind: 'device', id: deviceId})
  const found = await http.call({...listAttributes, answer: z.array(anyAttribute)}, {params, ...options})
  return updateOf(deviceId, found.map(storedFrom), playerReports)
}

/** Gives the credentials of a device to the player that shows the code. Answers with the device if it is new. */
export async function pairScreen(http: Http, pairing: Pairing, options: Options = {}): Promise<DeviceEntry | null> {
  const {code} = pairing
  if (pairing.kind === 'new') {
    const {name, organisationId} = pairing
    return entryFrom(await http.call(pairNewDevice, {body: {code, name, organisationId}, ...options}))
  }
  await http.call(pairDevice, {params: {id: pairing.deviceId}, body: {code, replace: pairing.replace}, ...options})
  return null
}

const storedFrom = (wire: AnyAttribute): StoredAttribute => ({
  key: wire.attributeKey,
  value: attributeJson(wire),
  at: wire.lastUpdateTs ?? null,
  version: wire.version ?? null,
})
