import {existsSync} from 'node:fs'
import {type Browser, chromium} from 'playwright-core'
import usualPlaces from '../../../scripts/chromiumPlaces.json'

let ofAll: Promise<Browser> | undefined

/** One browser for all journeys of a process, with which it ends; each opens contexts of its own in it. */
export async function chromiumOfAll(): Promise<Browser> {
  const running = await ofAll?.catch(() => undefined)
  if (!running?.isConnected()) ofAll = launchChromium()
  return ofAll ?? launchChromium()
}

/** The browser of the journeys. It asks nothing of the network but our own server. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({executablePath: findChromium(), args: ARGUMENTS, ...NO_SIGNALS})
}

/** It ends with this process, which needs no listeners of signals for that. */
const NO_SIGNALS = {handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false}

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function findChromium(): string {
  const places = [process.env.CHROMIUM_PATH ?? '', ...usualPlaces, chromium.executablePath()]
  const found = places.find(place => place !== '' && existsSync(place))
  if (found === undefined) throw new Error('No Chromium found. Install it, or name its executable in CHROMIUM_PATH.')
  return found
}
