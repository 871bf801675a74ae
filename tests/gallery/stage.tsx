import {createRoot} from 'react-dom/client'
import {type AnyActorRef, createActor, isMachineSnapshot} from 'xstate'
import {PLAYER_PATH} from '../../src/domain/player/address'
import {DEFAULT_PREFERENCES, type Preferences} from '../../src/domain/preferences'
import {App} from '../../src/ui/App'
import {createPagePreferences} from '../../src/wiring/session/storedPreferences'
import {startOf} from './application'
import type {Entry, Shown, Step} from './entry'
import {createParts, type Parts} from './parts'
import {type Opening, openPlayer} from './playerWorld'

/** A running page that shows the state of an entry. */
export interface Stage {
  /** All actors of the page that run a machine. */
  actors(): AnyActorRef[]
  leave(): void
}

/** Opens the page of an entry, drives its machines, and resolves when they are in the requested states. */
export async function openStage(entry: Entry, container: Element, preferences = DEFAULT_PREFERENCES): Promise<Stage> {
  const base = createParts()
  const parts: Parts = {...base, ...entry.given?.(base)}
  const seen = new Set<AnyActorRef>()
  const root = createRoot(container)
  const opening = {parts, root, seen}
  const end = entry.at === PLAYER_PATH ? openPlayer(opening) : openApplication(opening, entry.at, preferences)
  const stage: Stage = {
    actors: () => [...new Set([...seen].flatMap(withChildren))],
    leave() {
      root.unmount()
      end()
    },
  }
  try {
    // The texts that entries wait for are English.
    await play(preferences.language === 'en' ? entry : {...entry, until: ''}, stage, container)
  } catch (error) {
    stage.leave()
    throw error
  }
  return stage
}

function openApplication({parts, root, seen}: Opening, at: string, preferences: Preferences): () => void {
  const page = createPagePreferences({getItem: () => JSON.stringify({preferences}), setItem() {}})
  const start = createActor(startOf({parts, at, page, onStart: actor => seen.add(actor)}))
  root.render(<App start={start} colorScheme={page.colorScheme} />)
  start.start()
  return () => {
    start.getSnapshot().context.loaded?.application.session.stop()
    start.stop()
  }
}

async function play({name, steps = [], shows, until: text = ''}: Entry, stage: Stage, page: Element): Promise<void> {
  for (const step of steps) await ('event' in step ? send(name, stage, step) : reach(name, stage, step))
  for (const shown of shows) await reach(name, stage, shown)
  // Until React has drawn the last state, the page still shows the one before.
  await nextTask()
  await until(
    // A dialog is beside the page.
    () => isDrawn(page) && document.body.textContent.includes(text),
    () => `${name}: “${text}” is not on the page, or it has neither a heading nor says that it waits.`,
  )
}

/** The frame of a screen, with the state of the connection, is there before the screen, which is loaded by itself. */
const isDrawn = (page: Element) =>
  page.querySelector('h1, main :is([role=status], [aria-busy=true]), video, main img') !== null

async function send(name: string, stage: Stage, {id, event}: Step): Promise<void> {
  const taker = () => stage.actors().find(actor => idOf(actor) === id && actor.getSnapshot().can(event))
  await until(
    () => taker() !== undefined,
    () => `${name}: nothing took ${event.type} of ${id}. ${told(stage)}`,
  )
  taker()?.send(event)
}

const reach = (name: string, stage: Stage, shown: Shown): Promise<void> =>
  until(
    () => isShown(stage, shown),
    () => `${name}: ${shown.id} ${shown.state} was not reached. ${told(stage)}`,
  )

const isShown = (stage: Stage, {id, state}: Shown): boolean =>
  stage.actors().some(actor => idOf(actor) === id && statesOf(actor).includes(state))

const told = (stage: Stage): string =>
  `There are ${stage
    .actors()
    .map(actor => `${idOf(actor)} (${statesOf(actor).join(', ')})`)
    .join('; ')}.`

/** The dotted names of all states that an actor is in. */
const statesOf = (actor: AnyActorRef): string[] => pathsOf(actor.getSnapshot().value)

function pathsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...pathsOf(inner).map(path => `${name}.${path}`)])
}

/** The id of the machine that an actor runs; empty for any other actor. */
function idOf(actor: AnyActorRef): string {
  const snapshot: unknown = actor.getSnapshot()
  return isMachineSnapshot(snapshot) ? snapshot.machine.id : ''
}

function withChildren(actor: AnyActorRef): AnyActorRef[] {
  const snapshot: unknown = actor.getSnapshot()
  if (!isMachineSnapshot(snapshot)) return []
  const children: AnyActorRef[] = Object.values(snapshot.children)
  return [actor, ...children.flatMap(withChildren)]
}

const PATIENCE = 120_000

async function until(isSo: () => boolean, complaint: () => string): Promise<void> {
  const end = performance.now() + PATIENCE
  while (!isSo()) {
    if (performance.now() > end) throw new Error(complaint())
    await nextTask()
  }
}

const nextTask = () => new Promise(resolve => setTimeout(resolve))
