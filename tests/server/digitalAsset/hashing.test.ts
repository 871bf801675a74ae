import {createHash, randomBytes} from 'node:crypto'
import {appendFile, cp, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {describe, expect, it} from 'vitest'
import {createHashing} from '../../../server/files/hashing'
import {createDataDir} from '../../support/dataDir'

const MEGABYTE = 1024 * 1024
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('the hash of a file', () => {
  it('is that of all its bytes, whether it grows in the meantime or not', async () => {
    const hashing = createHashing()
    const path = join(await createDataDir(), 'video')
    const bytes = randomBytes(11 * MEGABYTE + 7)
    const growing = hashing.follow(path)
    await writeFile(path, bytes.subarray(0, 5 * MEGABYTE))
    growing.grownTo(5 * MEGABYTE)
    await appendFile(path, bytes.subarray(5 * MEGABYTE))
    growing.grownTo(bytes.length)
    const whole = hashing.follow(path)

    expect(await Promise.all([growing, whole].map(file => file.digest(bytes.length)))).toEqual(
      Array(2).fill(hashOf(bytes)),
    )
    growing.release()
    whole.release()
  })

  it('is of as many bytes as are asked for', async () => {
    const path = join(await createDataDir(), 'video')
    await writeFile(path, 'whole')
    const file = createHashing().follow(path)

    expect(await file.digest(3)).toBe(hashOf(Buffer.from('who')))
    file.release()
  })

  it('is missed when the file is gone or too short, and others are found as before', async () => {
    const hashing = createHashing()
    const path = join(await createDataDir(), 'video')
    await writeFile(path, 'whole')
    const [short, gone, other] = [hashing.follow(path), hashing.follow(`${path}2`), hashing.follow(path)]
    gone.grownTo(5 * MEGABYTE)

    await expect(short.digest(6)).rejects.toThrow('shorter')
    await expect(gone.digest(5)).rejects.toThrow('ENOENT')
    expect(await other.digest(5)).toBe(hashOf(Buffer.from('whole')))
    for (const file of [short, gone, other]) file.release()
    await rm(path)
  })

  it('is missed when its thread fails, which ends nothing else, and the next file is hashed by another thread', async () => {
    const path = join(await createDataDir(), 'video')
    const code = `${path}.mjs`
    await writeFile(path, 'whole')
    await writeFile(code, 'throw new Error("no memory is left")')
    const hashing = createHashing(pathToFileURL(code))
    const [first, second] = [hashing.follow(path), hashing.follow(path)]

    await expect(first.digest(5)).rejects.toThrow('no memory is left')
    await expect(second.digest(5)).rejects.toThrow('no memory is left')
    for (const file of [first, second]) file.release()
    await cp(fileURLToPath(new URL('../../../server/files/hashThread.mjs', import.meta.url)), code)
    const third = hashing.follow(path)
    expect(await third.digest(5)).toBe(hashOf(Buffer.from('whole')))
    third.release()
  })
})
