import * as z from 'zod/mini'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import {PLAYLIST_ATTRIBUTE} from '../../../contract/rules/lists/playlist'
import {screenReportFrom} from '../../../contract/rules/media/screenReport'
import {SECOND_PLAYER_ATTRIBUTE} from '../../../contract/rules/media/secondPlayer'
import {listAttributes, listValuesOfDevices} from '../../../contract/wire/entities/attribute'
import {PLAYER_ATTRIBUTE, pairDevice, pairNewDevice} from '../../../contract/wire/player'
import type {Pairing} from '../../domain/media/pairing'
import type {ReportReader, ScreenUpdate, StoredAttribute, updateFromAll} from '../../domain/media/screenReport'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {type AnyAttribute, anyAttribute, attributeJson, ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'
import {entryFrom} from '../telemetry/devices'

type ReadUpdate = typeof updateFromAll

export const playerReports: ReportReader = {key: PLAYER_ATTRIBUTE, read: screenReportFrom}

/** What all screens of an organisation say, which needs a server with additions. Silent ones are left out. */
export async function loadScreens(
  http: Http,
  {organisationId, updateOf}: {organisationId: string | null; updateOf: ReadUpdate},
  options: Options = {},
): Promise<ScreenUpdate[]> {
  const query = {
    keys: [HEARTBEAT_ATTRIBUTE, PLAYER_ATTRIBUTE, PLAYLIST_ATTRIBUTE, SECOND_PLAYER_ATTRIBUTE].join(),
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
