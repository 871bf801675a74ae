import {type ComponentType, createElement} from 'react'
import {createActor} from 'xstate'
import {choicesFrom, placesOf, type ShellChoices, storedChoices} from '../../domain/shell/shell'
import {SHORTCUTS} from '../../domain/shell/shortcuts'
import {connected} from '../../machines/ports'
import type {ReplayRef} from '../../machines/replay/replay'
import {type ShellRef, shellMachine} from '../../machines/shell/shell'
import {keyEvents} from '../../streams/shell/keys'
import {Shell} from '../../ui/shell/Shell'
import type {ShellLogic} from '../../ui/shell/shellLogic'
import type {Connections} from '../connections'
import {offeredIn} from '../links'
import {whileSignedIn} from '../session/whileSignedIn'
import type {LoadBellPanel} from './bellOfUser'
import type {NoticesConnections} from './notices'
import type {PaletteConnections} from './palette'
import type {UploadsOfUser} from './uploadsOfUser'

export interface ShellConnections extends Omit<PaletteConnections, 'shell'>, NoticesConnections {
  uploads: UploadsOfUser
  bell: Connections['bell']
  replay: ReplayRef
  /** What the list beneath the bell is made of. */
  connections: Connections
  loadBellPanel: LoadBellPanel
}

/** The frame around the screens of signed-in users. */
export function createShell(connections: ShellConnections): ComponentType {
  const {session, storage, router, toasts, replay} = connections
  const authority = () => session.getSnapshot().context.user?.authority ?? ''
  const shell = createActor(
    connected(shellMachine)({
      actions: {
        storeChoices: ({context}) => storage.setItem(STORAGE_KEY, storedChoices(context.chosen)),
        goTo: (_, {letter}) => {
          const places = placesOf(authority(), offeredIn(session))
          const place = places.find(({name}) => name !== 'overview' && SHORTCUTS.everywhere[name][1] === letter)
          if (place !== undefined) router().navigate(place.path)
        },
        moveRange: (_, {letter}) =>
          document.querySelector<HTMLElement>(`[data-range-key="${CSS.escape(letter)}"]`)?.click(),
        pressAlarmKey: (_, {letter}) => alarmButton(letter)?.click(),
        focusSearch: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      },
    }),
    {input: choicesFrom(storage.getItem(STORAGE_KEY), atFirst())},
  ).start()
  session.subscribe(snapshot => {
    if (snapshot.matches('signedIn')) return
    toasts.send({type: 'user.left'})
    shell.send({type: 'user.left'})
  })
  const isSignedIn = () => session.getSnapshot().matches('signedIn')
  keyEvents(window, event => isSignedIn() && shell.getSnapshot().can(event)).subscribe(event => shell.send(event))
  connections.uploads.begun.subscribe(() => shell.send({type: 'uploads.begun'}))
  const logic: ShellLogic = {shell, toasts, replay, ...lazyParts(connections, shell)}
  return () => createElement(Shell, {logic})
}

/** What is drawn in the frame by code that comes later. */
function lazyParts(connections: ShellConnections, shell: ShellRef): Omit<ShellLogic, 'shell' | 'toasts' | 'replay'> {
  const {session, replay} = connections
  let paletteOfPage: ComponentType | undefined
  const noticesOfUser = whileSignedIn(session, async () => (await import('./notices')).startNotices(connections))
  return {
    async palette() {
      const {createPalette} = await import('./palette')
      paletteOfPage ??= createPalette({...connections, shell})
      return paletteOfPage
    },
    async uploads() {
      const [{UploadsMark}, uploads] = await Promise.all([
        import('../../ui/media/uploads/UploadsMark'),
        connections.uploads.open(),
      ])
      return () => createElement(UploadsMark, {uploads})
    },
    async alarms() {
      const [{AlarmsMark}, bell] = await Promise.all([import('../../ui/alarms/bell/AlarmsMark'), connections.bell()])
      const panel = async () => {
        const {createBellPanel} = await connections.loadBellPanel()
        return await createBellPanel({...connections.connections, router: connections.router()})
      }
      return () => createElement(AlarmsMark, {bell, panel})
    },
    async notices() {
      const [{NoticesBar}, notices] = await Promise.all([import('../../ui/shell/notices/NoticesBar'), noticesOfUser()])
      return () => createElement(NoticesBar, {notices})
    },
    async replayBar() {
      const {ReplayBar} = await import('../../ui/replay/ReplayBar')
      return () => createElement(ReplayBar, {replay})
    },
  }
}

/** The button of the row in focus that a letter presses, or else that of the alarm which is open. */
function alarmButton(letter: string): HTMLElement | null {
  const button = `[data-alarm-key="${CSS.escape(letter)}"]`
  const row = document.activeElement?.closest('tr') ?? null
  return row?.querySelector<HTMLElement>(button) ?? document.querySelector<HTMLElement>(`[data-alarm-keys] ${button}`)
}

const STORAGE_KEY = 'pulsewall.shell'

/** On a narrow window the rail begins narrow. */
const atFirst = (): ShellChoices => ({
  rail: window.matchMedia('(min-width: 64em)').matches ? 'wide' : 'narrow',
  letters: 'heard',
})
