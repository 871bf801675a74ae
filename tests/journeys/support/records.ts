import type {BrowserContext, Page} from 'playwright-core'
import {expect} from 'vitest'
import * as z from 'zod'

const answer = z.object({_id: z.optional(z.string()), id: z.optional(z.string())})

export interface Records {
  organisation: string
  customer: string
  user: string
  device: string
  asset: string
}

/** Stores one of each kind by the calls of the specification, as the admin who is signed in; answers their ids. */
export async function storeRecords(context: BrowserContext, name: string): Promise<Records> {
  const organisation = await store(context, 'organisation', {
    title: name,
    email: 'office@example.test',
    phone: '+49 40 1234',
  })
  const belonging = {organisation_id: organisation}
  return {
    organisation,
    customer: await store(context, 'customer', {email: `buyer-${name}@example.test`, ...belonging}),
    user: await store(context, 'user/register', {
      email: `user-${name}@example.test`,
      password: 'correct horse battery',
      authority: 'ORGANISATION_ADMIN',
      ...belonging,
    }),
    device: await store(context, 'device', {name: `device-${name}`, ...belonging}),
    asset: await store(context, 'asset', {name: `asset-${name}`, label: 'blob', ...belonging}),
  }
}

/** Stores a record by one call of the specification; returns the id. */
export async function store(context: BrowserContext, path: string, data: object): Promise<string> {
  const response = await context.request.post(`/api/v0/${path}`, {data})
  expect(response.ok(), await response.text()).toBe(true)
  const {_id, id} = answer.parse(await response.json())
  return _id ?? id ?? ''
}

/** Cuts the calls of a method until the returned function is called. */
export async function cut(page: Page, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: RegExp) {
  await page.route(path, route => (route.request().method() === method ? route.abort() : route.fallback()))
  return () => page.unroute(path)
}
