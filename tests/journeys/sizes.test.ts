import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const STYLES_LIMIT = 24_000
/** There is room for texts, and none for a package that only signed-in users need. */
const FIRST_SCRIPTS_LIMIT = 162_000

const files = z.record(z.string(), z.array(z.string()))
const {signedIn, anybody} = z
  .object({signedIn: files, anybody: files})
  .parse(JSON.parse(readFileSync(join(CLIENT, 'routes.json'), 'utf8')))
const ofEveryPage = [
  ...readFileSync(join(CLIENT, 'index.html'), 'utf8').matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:css|js))"/g),
].map(([, file = '']) => file)

/** The bytes of all files of a kind, as served. */
const sizeOf = (kind: '.css' | '.js', names: readonly string[]) =>
  [...new Set(names)]
    .filter(name => name.endsWith(kind))
    .reduce((total, name) => total + statSync(join(CLIENT, `${name}.br`)).size, 0)

describe('the files of a page', () => {
  it.each(Object.entries({...anybody, ...signedIn}))('have small styles, as served, at %s', (_path, names) => {
    expect(sizeOf('.css', ofEveryPage)).toBeGreaterThan(0)
    expect(sizeOf('.css', [...ofEveryPage, ...names])).toBeLessThanOrEqual(STYLES_LIMIT)
  })

  it('have all mixins of their styles filled in, which browsers do not know', () => {
    const styles = readdirSync(join(CLIENT, 'assets')).filter(name => name.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(0)
    expect(styles.filter(name => /@mixin/.test(readFileSync(join(CLIENT, 'assets', name), 'utf8')))).toEqual([])
  })

  it('have small scripts, as served, before anybody has signed in', () => {
    expect(sizeOf('.js', ofEveryPage)).toBeGreaterThan(0)
    expect(sizeOf('.js', ofEveryPage)).toBeLessThanOrEqual(FIRST_SCRIPTS_LIMIT)
  })
})
