import type {BrowserContext} from 'playwright-core'
import {expect} from 'vitest'
import * as z from 'zod'
import {IMPORT_BATCH_LENGTH} from '../../../contract/limits'

const outcomes = z.object({outcomes: z.array(z.object({_id: z.string()}))})
const devices = z.array(z.object({_id: z.string(), name: z.string(), customer_id: z.nullish(z.string())}))

export type StoredDevice = z.infer<typeof devices>[number]

/** Makes a device of each name by the server's import; answers their ids by name. */
export async function importDevices(context: BrowserContext, organisation: string, names: readonly string[]) {
  const ids = new Map<string, string>()
  for (let at = 0; at < names.length; at += IMPORT_BATCH_LENGTH) {
    const batch = names.slice(at, at + IMPORT_BATCH_LENGTH)
    const answer = await context.request.post('/api/v0/device/import', {
      data: {organisation_id: organisation, rows: batch.map(name => ({name}))},
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    const made = outcomes.parse(await answer.json()).outcomes
    for (const [nth, {_id}] of made.entries()) ids.set(batch[nth] ?? '', _id)
  }
  return (name: string) => ids.get(name) ?? ''
}

/** All devices of an organisation, in the order of their names. */
export async function devicesOf(context: BrowserContext, organisation: string): Promise<StoredDevice[]> {
  const answer = await context.request.get('/api/v0/device', {params: {organisation_id: organisation, sort: 'name'}})
  return devices.parse(await answer.json())
}

export const namesOf = async (context: BrowserContext, organisation: string): Promise<string[]> =>
  (await devicesOf(context, organisation)).map(({name}) => name)

/** 'Pump 001', 'Pump 002', … */
export const numbered = (name: string, count: number): string[] =>
  Array.from({length: count}, (_, nth) => `${name} ${String(nth + 1).padStart(3, '0')}`)
