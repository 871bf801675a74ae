import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {DEMO_PASSWORD} from '../../contract/limits'
import {clientConfig} from '../../contract/wire/config'
import {readClientConfig} from '../../server/clientConfig'
import {DEMO_CONFIG} from '../../server/demo/content/accounts'
import {createDataDir} from '../support/dataDir'

describe('readClientConfig', () => {
  it('is the default without a file', async () => {
    expect(await readClientConfig(await createDataDir())).toEqual(clientConfig.parse({}))
  })

  it('lets the file replace single fields', async () => {
    const dataDir = await createDataDir()
    await writeFile(join(dataDir, 'config.json'), '{"apiBase": "https://api.example"}')
    const dashboards = {media: ['one'], wall: []}
    expect(await readClientConfig(dataDir, {dashboards})).toMatchObject({apiBase: 'https://api.example', dashboards})
  })

  it('offers the accounts of the demo', async () => {
    const {demo} = await readClientConfig(await createDataDir(), DEMO_CONFIG)
    expect(demo).toMatchObject({password: DEMO_PASSWORD})
    expect(demo?.accounts).toContainEqual({email: 'plant@demo.test', authority: 'ORGANISATION_ADMIN'})
  })

  it('offers no accounts without the demo, whatever the file says', async () => {
    const dataDir = await createDataDir()
    await writeFile(join(dataDir, 'config.json'), '{"demo": {"password": "known", "accounts": []}}')
    expect((await readClientConfig(dataDir)).demo).toBeUndefined()
  })

  it('has tiles of maps from the environment alone, whatever the file says', async () => {
    const dataDir = await createDataDir()
    const mapTiles = {url: 'https://tiles.test/{z}/{x}/{y}', attribution: '© Tiles'}
    await writeFile(join(dataDir, 'config.json'), JSON.stringify({mapTiles: {...mapTiles, attribution: 'nobody'}}))
    expect((await readClientConfig(dataDir)).mapTiles).toBeUndefined()
    expect((await readClientConfig(dataDir, {mapTiles})).mapTiles).toEqual(mapTiles)
  })

  it.each(['{', '[]', '{"lateAfter": -1}'])('refuses %s and names the file', async text => {
    const dataDir = await createDataDir()
    await writeFile(join(dataDir, 'config.json'), text)
    await expect(readClientConfig(dataDir)).rejects.toThrow(`${join(dataDir, 'config.json')} can't be used`)
  })
})
