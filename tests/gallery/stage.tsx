import {type ComponentType, createElement} from 'react'
import {createRoot} from 'react-dom/client'
import {createMemoryRouter} from 'react-router-dom'
import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyStateMachine,
  createActor,
  fromPromise,
  isMachineSnapshot,
} from 'xstate'
import {DEFAULT_PREFERENCES, type Preferences} from '../../src/domain/account/preferences'
import {createFormats} from '../../src/domain/format/formats'
import {createLoadMachine, type LoadLogic} from '../../src/machines/load'
import {App, type Running} from '../../src/ui/App'
import {FirstAdmin} from '../../src/ui/account/FirstAdmin'
import {NewPassword} from '../../src/ui/account/NewPassword'
import {PasswordReset} from '../../src/ui/account/PasswordReset'
import {ProfileScreen} from '../../src/ui/account/profile/ProfileScreen'
import {Register} from '../../src/ui/account/Register'
import {Verification} from '../../src/ui/account/Verification'
import {createRoutes} from '../../src/ui/routes'
import {createPagePreferences} from '../../src/wiring/session/keptPreferences'
import {land} from '../../src/wiring/session/landing'
import {frameWith} from '../ui/frame'
import type {Entry, Shown} from './entry'
import {hold} from './given'
import {createParts, type Parts} from './parts'
import {CONFIG, ZONE} from './world'

/** A running page that shows the state of an entry. */
export interface Stage {
  /** All actors of the page that run a machine. */
  actors(): AnyActorRef[]
  leave(): void
}

/** Opens the page of an entry, drives its machines, and resolves when they are in the wanted states. */
export async function openStage(entry: Entry, container: Element, preferences = DEFAULT_PREFERENCES): Promise<Stage> {
  const base = createParts()
  const parts: Parts = {...base, ...entry.given?.(base)}
  const seen = new Set<AnyActorRef>()
  const start = createActor(startOf({parts, at: entry.at, preferences, onStart: actor => seen.add(actor)}))
  const kept = createPagePreferences({getItem: () => JSON.stringify({preferences}), setItem() {}})
  const root = createRoot(container)
  const stage: Stage = {
    actors: () => [...new Set([...seen].flatMap(withChildren))],
    leave() {
      root.unmount()
      start.getSnapshot().context.loaded?.application.session.stop()
      start.stop()
    },
  }
  root.render(<App start={start} colorScheme={kept.colorScheme} />)
  start.start()
  try {
    await play(entry, stage, container)
  } catch (error) {
    stage.leave()
    throw error
  }
  return stage
}

async function play({name, steps = [], shows, until: text = ''}: Entry, stage: Stage, page: Element): Promise<void> {
  for (const {id, event} of steps) {
    const taker = () => stage.actors().find(actor => idOf(actor) === id && actor.getSnapshot().can(event))
    await until(
      () => taker() !== undefined,
      () => `${name}: nothing took ${event.type} of ${id}. ${told(stage)}`,
    )
    taker()?.send(event)
  }
  await until(
    () => shows.every(shown => isShown(stage, shown)),
    () => `${name}: ${shows.map(({id, state}) => `${id} ${state}`).join(' and ')} was not reached. ${told(stage)}`,
  )
  await until(
    () => page.textContent !== '' && page.textContent.includes(text),
    () => `${name}: “${text}” is not on the page.`,
  )
}

const isShown = (stage: Stage, {id, state}: Shown): boolean =>
  stage.actors().some(actor => idOf(actor) === id && statesOf(actor).includes(state))

const told = (stage: Stage): string =>
  `There are ${stage
    .actors()
    .map(actor => `${idOf(actor)} (${statesOf(actor).join(', ')})`)
    .join('; ')}.`

/** The dotted names of all states that an actor is in. */
export const statesOf = (actor: AnyActorRef): string[] => pathsOf(actor.getSnapshot().value)

function pathsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...pathsOf(inner).map(path => `${name}.${path}`)])
}

/** The id of the machine that an actor runs; empty for any other actor. */
export function idOf(actor: AnyActorRef): string {
  const snapshot: unknown = actor.getSnapshot()
  return isMachineSnapshot(snapshot) ? snapshot.machine.id : ''
}

function withChildren(actor: AnyActorRef): AnyActorRef[] {
  const snapshot: unknown = actor.getSnapshot()
  if (!isMachineSnapshot(snapshot)) return []
  const children: AnyActorRef[] = Object.values(snapshot.children)
  return [actor, ...children.flatMap(withChildren)]
}

const PATIENCE = 5000

async function until(isSo: () => boolean, complaint: () => string): Promise<void> {
  const end = performance.now() + PATIENCE
  while (!isSo()) {
    if (performance.now() > end) throw new Error(complaint())
    await new Promise(resolve => setTimeout(resolve))
  }
}

/** Tells of every actor that starts to run the machine. */
function watched<Machine extends AnyStateMachine>(machine: Machine, onStart: (actor: AnyActorRef) => void): Machine {
  const start = machine.start.bind(machine)
  return Object.assign(machine, {
    start(snapshot: Parameters<Machine['start']>[0], {self}: AnyActorScope) {
      start(snapshot)
      onStart(self)
    },
  })
}

interface Beginning {
  parts: Parts
  at: string
  preferences: Preferences
  onStart: (actor: AnyActorRef) => void
}

function startOf({parts, at, preferences, onStart}: Beginning): LoadLogic<Running> {
  const seen = <Machine extends AnyStateMachine>(machine: Machine) => watched(machine, onStart)
  function loading<Loaded>(load: () => Promise<Loaded>): LoadLogic<Loaded> {
    const machine = createLoadMachine<Loaded>().provide({actors: {load: fromPromise(load)}})
    hold(machine)
    return seen(machine)
  }
  const screen = (Screen: ComponentType) =>
    loading<ComponentType>(async () => {
      await parts.loadCode()
      return Screen
    })
  return loading<Running>(async () => {
    await parts.loadConfig()
    const session = createActor(seen(parts.session.provide({actors: {link: parts.link}})))
    const router = createMemoryRouter(createRoutes({session, land: () => land(session)}), {initialEntries: [at]})
    session.start()
    const [registration, passwordReset, newPassword, firstAdmin, verification, profile] = [
      seen(parts.registration),
      seen(parts.passwordReset),
      seen(parts.newPassword),
      seen(parts.firstAdmin),
      seen(parts.verification),
      seen(parts.profile),
    ]
    const screens = {
      register: screen(() => createElement(Register, {logic: registration})),
      passwordReset: screen(() => createElement(PasswordReset, {logic: passwordReset})),
      newPassword: screen(() => createElement(NewPassword, {logic: newPassword})),
      firstAdmin: screen(() => createElement(FirstAdmin, {logic: firstAdmin})),
      verification: screen(() => createElement(Verification, {logic: verification})),
      profile: screen(() => createElement(ProfileScreen, {logic: profile, inputOf: parts.profileInput})),
      dashboard: screen(() => null),
      home: screen(() => null),
      console: screen(() => null),
    }
    const frame = frameWith()
    const application = {
      ...{config: CONFIG, zone: ZONE, unknownZone: null, session, screens, createFormats},
      shell: () => frame,
      formats: createFormats({...preferences, zone: ZONE}),
      preferences: createActor(seen(parts.preferences), {
        input: {preferences, unsaved: {}, userId: null, spoken: preferences.language},
      }).start(),
    }
    return {application, router}
  })
}
