import type {APIRequestContext} from 'playwright-core'
import {expect} from 'vitest'
import * as z from 'zod'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {Journey} from './journey'
import type {SeededDevice} from './seed'

interface Asking {
  request: APIRequestContext
}

/** Sets the thresholds of a device, as the signed-in user. */
export async function setThresholds({request}: Asking, deviceId: string, thresholds: object): Promise<void> {
  const path = `/api/v0/attribute/device/${deviceId}/${ATTRIBUTE_SCOPES.shared}/${THRESHOLDS_ATTRIBUTE}`
  const answer = await request.put(path, {data: {json_v: thresholds}})
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A critical alarm of a device, which nobody has acknowledged. Returns its id. */
export async function raiseAlarm(journey: Journey, device: SeededDevice): Promise<string> {
  const context = await journey.newContext()
  await journey.signIn(context, journey.world.plantAdmin)
  await setThresholds(context, device.id, {speed: {critical: {above: 9}}})
  await journey.post(device.accessToken, {speed: 9.5})
  const answer = await context.request.get(`/api/v0/alarm?device_id=${device.id}`)
  const [alarm] = found.parse(await answer.json()).items
  return alarm._id
}

const found = z.object({items: z.tuple([z.object({_id: z.string()})])})
