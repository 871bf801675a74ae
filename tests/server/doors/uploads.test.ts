import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Door, openDoor} from './door'

/** Names and values that fill what headers may have together. */
const LENGTH = 14_000
const KEYS = Array.from({length: LENGTH / 7}, (_, at) => `k${100_000 + at}`)

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.world.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')

const create = (metadata: string) =>
  door.ask('/digitalAssets/resumable', {
    method: 'POST',
    headers: {'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': metadata},
  })

describe('the metadata of a resumable upload', () => {
  it.each([
    ['is refused of commas alone', ','.repeat(LENGTH), 400],
    ['is refused of blanks between keys', `a${' '.repeat(LENGTH)}b`, 400],
    ['is refused with one name twice among thousands', [...KEYS, KEYS[0]].join(), 400],
    ['is refused when its base64 ends too soon', `filename ${'A'.repeat(LENGTH)}=`, 400],
    ['is refused when its base64 is none', `filename ${'A'.repeat(LENGTH)}====`, 400],
    ['is refused for the name of a prototype', `filename ${base64('a.mp4')},__proto__ ${base64('{}')}`, 400],
    ['is refused when it is longer than headers may be', 'a'.repeat(40_000), 431],
    ['is taken with thousands of keys', `filename ${base64('a.mp4')},${KEYS.join()}`, 201],
    ['is taken with a name of thousands of characters', `filename ${base64('/'.repeat(LENGTH / 2))}`, 201],
  ])('%s, while others are answered', async (_, metadata, status) => {
    const [created, isAlive] = await Promise.all([create(metadata), door.isAlive()])

    expect([created.status, isAlive]).toEqual([status, true])
    expect(typeof created.message).toBe(status < 400 ? 'undefined' : 'string')
  })
})
