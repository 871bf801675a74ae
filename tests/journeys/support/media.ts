import type {APIRequestContext, Locator, Page} from 'playwright-core'
import {expect} from 'vitest'
import {mp4} from '../../support/video'
import type {Journey} from './journey'

/** The keys of the attributes that store the lists of a device or a group. */
export type ListKey = '2/playlist' | '0/assigned_video_ids' | '2/device_ids' | '2/fallback_video_ids'

/** The media dashboard by what its users see. */
export function mediaOn(page: Page) {
  const region = (name: string) => page.getByRole('region', {name, exact: true})
  const playlist = page.getByRole('list', {name: 'Playlist'})
  const section = (name: string) => page.locator('details', {has: page.getByRole('heading', {name, exact: true})})
  const item = (name: string) => playlist.getByRole('listitem').filter({hasText: name})
  return {
    region,
    playlist,
    item,
    row: (deviceId: string) => page.locator(`[data-device="${deviceId}"]`),
    status: (deviceId: string) => page.locator(`[data-device="${deviceId}"] [data-device-status]`),
    dialog: (name: string) => page.getByRole('dialog', {name, exact: true}),
    press: (name: string) => page.getByRole('button', {name, exact: true}).click(),
    /** Waits until a screen reader has something to say. */
    announced: (words: string) =>
      page.locator('[aria-live]').getByText(words, {exact: true}).waitFor({state: 'attached'}),
    /** The names in the playlist, first to last. */
    order: async () => (await playlist.getByRole('listitem').locator('bdi').allInnerTexts()).map(text => text.trim()),
    /** Takes the handle of one item to the place of another, and doesn't let it go. */
    async drag(name: string, to: string) {
      const handle = item(name).getByTitle(`Drag ${name}`)
      const [from, over] = [await middleOf(handle), await middleOf(item(to))]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + Math.sign(over.y - from.y) * 8, {steps: 2})
      await page.mouse.move(from.x, over.y, {steps: 8})
    },
    async openSection(name: string) {
      if ((await section(name).getAttribute('open')) === null) await section(name).locator('summary').click()
      return section(name)
    },
  }
}

async function middleOf(element: Locator): Promise<{x: number; y: number}> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not on screen.')
  return {x: box.x + box.width / 2, y: box.y + box.height / 2}
}

/** Somebody else of the organisation, who uses the calls alone. */
export async function openColleague(journey: Journey) {
  const context = await journey.newContext()
  await journey.signIn(context, journey.world.plantAdmin)
  return colleague(context.request, journey.world.plantId)
}

export type Colleague = ReturnType<typeof colleague>

function colleague(request: APIRequestContext, organisationId: string) {
  const pathOf = (deviceId: string) => `/api/v0/attribute/device/${deviceId}`
  return {
    async createDevice(name: string): Promise<string> {
      const answer = await request.post('/api/v0/device', {data: {name, organisation_id: organisationId}})
      expect(answer.status()).toBe(201)
      return (await answer.json())._id
    },
    async deleteDevice(deviceId: string) {
      expect((await request.delete(`/api/v0/device/${deviceId}`)).ok()).toBe(true)
    },
    async relabel(deviceId: string, label: string) {
      expect((await request.put(`/api/v0/device/${deviceId}`, {data: {label}})).ok()).toBe(true)
    },
    async rename(deviceId: string, name: string) {
      expect((await request.put(`/api/v0/device/${deviceId}`, {data: {name}})).ok()).toBe(true)
    },
    async createGroup(name: string, deviceIds: readonly string[]): Promise<string> {
      const data = {name, type: 'device_group', organisation_id: organisationId}
      const {_id: id} = await (await request.post('/api/v0/asset', {data})).json()
      const value = {attributeKey: 'device_ids', attributeType: 2, json_v: deviceIds}
      expect((await request.post(`/api/v0/attribute/asset/${id}`, {data: value})).ok()).toBe(true)
      return id
    },
    async readOfGroup(groupId: string, path: ListKey): Promise<unknown> {
      return (await (await request.get(`/api/v0/attribute/asset/${groupId}/${path}`)).json()).json_v
    },
    async upload(name: string, buffer = mp4(1000)): Promise<string> {
      const file = {name, mimeType: 'video/mp4', buffer}
      const multipart = {label: 'video_asset', type: 'digital_asset', file}
      const answer = await request.post('/api/v0/digitalAssets/upload', {multipart})
      return (await answer.json()).assetId
    },
    async deleteVideo(videoId: string) {
      expect((await request.delete(`/api/v0/digitalAssets/${videoId}`)).ok()).toBe(true)
    },
    /** Writes an attribute whatever it held before. */
    async write(deviceId: string, path: string, value: unknown) {
      const answer = await request.put(`${pathOf(deviceId)}/${path}`, {data: {json_v: value}})
      expect(answer.ok()).toBe(true)
    },
    async read(deviceId: string, path: ListKey): Promise<unknown> {
      return (await (await request.get(`${pathOf(deviceId)}/${path}`)).json()).json_v
    },
    /** Gives the device the videos, and has it play them in this order. */
    async arrange(deviceId: string, videoIds: readonly string[]) {
      await this.write(deviceId, '0/assigned_video_ids', videoIds)
      await this.write(deviceId, '2/playlist', inOrder(videoIds))
    },
  }
}

/** Returns a playlist in its stored form. */
export const inOrder = (videoIds: readonly string[]) => videoIds.map((assetId, order) => ({assetId, order}))
