import {fromPromise} from 'xstate'
import {FileError} from '../../src/domain/player/fault'
import {filesMachine} from '../../src/machines/player/files'
import {notesMachine} from '../../src/machines/player/notes'
import {pairingMachine} from '../../src/machines/player/pairing'
import {playbackMachine} from '../../src/machines/player/playback'
import {playerMachine} from '../../src/machines/player/player'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, PENDING, refusal, says} from './given'
import type {Parts} from './parts'
import {LIST, NONE_KEPT, NOT_KEPT, received} from './playerWorld'
import {NOW} from './world'

const at = '/player'
const ready = tell(playbackMachine, {type: 'video.ready', slot: 0})
/** Only after a touch does a screen show words. */
const touched = tell(notesMachine, {type: 'screen.touched'})
const unpaired = (linkToken: string | null, actors: Parameters<Parts['pairing']['provide']>[0]['actors']) => {
  return ({pairing, playerInput}: Parts) => ({
    pairing: pairing.provide({actors: actors ?? {}}),
    playerInput: {...playerInput, pairing: null, linkToken},
  })
}
const listed = (...changes: Parameters<typeof received>[0][]) => {
  return ({player}: Parts) => ({player: player.provide({actors: {listChanges: says(...changes.map(received))}})})
}
const withFiles = (actors: Parameters<Parts['files']['provide']>[0]['actors']) => {
  return ({files}: Parts) => ({files: files.provide({actors: actors ?? {}})})
}
const [SPRING] = LIST.items

/** The page of a screen, from the code that pairs it to the list that it plays. */
export const player: readonly Entry[] = [
  {
    name: 'pairing-asking',
    at,
    given: unpaired(null, {askForCode: answers(PENDING)}),
    shows: [...shows(playerMachine, 'unpaired'), ...shows(pairingMachine, 'open.code.asking', 'open.token.awaited')],
  },
  {
    name: 'pairing',
    at,
    given: unpaired(null, {}),
    shows: shows(pairingMachine, 'open.code.shown'),
    until: 'K7P2XM',
  },
  {
    name: 'pairing-unanswered',
    at,
    given: unpaired(null, {askForCode: answers(AWAY)}),
    shows: shows(pairingMachine, 'open.code.unanswered'),
  },
  {
    name: 'token-checking',
    at,
    given: unpaired('token', {checkToken: answers(PENDING)}),
    shows: shows(pairingMachine, 'open.code.unasked', 'open.token.checking'),
  },
  {
    name: 'token-refused',
    at,
    given: unpaired('token', {checkToken: answers(refusal(401))}),
    shows: shows(pairingMachine, 'open.token.refused', 'open.code.shown'),
    until: 'No device has this token.',
  },
  {
    name: 'token-unchecked',
    at,
    given: unpaired('token', {checkToken: answers(AWAY)}),
    shows: shows(pairingMachine, 'open.token.unchecked'),
  },
  {
    name: 'list-loading',
    at,
    given: ({player}) => ({player: player.provide({actors: {listChanges: says()}})}),
    steps: touched,
    shows: [...shows(playerMachine, 'paired.list.loading'), ...shows(filesMachine, 'keeping.unasked')],
  },
  {
    name: 'files-finding',
    at,
    given: withFiles({findStored: answers(PENDING)}),
    shows: shows(filesMachine, 'finding.looking'),
  },
  {
    name: 'files-finding-later',
    at,
    given: withFiles({findStored: fromPromise(() => Promise.reject(new Error('The server was not reached')))}),
    shows: shows(filesMachine, 'finding.pausing'),
  },
  {
    name: 'files-fetching',
    at,
    given: withFiles({findStored: answers(NOT_KEPT), fetchFile: answers(PENDING)}),
    steps: touched,
    shows: [...shows(filesMachine, 'keeping.fetching'), ...shows(playbackMachine, 'dark.nothingToPlay')],
    until: 'Fetching videos: 1 of 2 are here.',
  },
  {
    name: 'files-waiting',
    at,
    given: withFiles({
      findStored: answers(NOT_KEPT),
      fetchFile: fromPromise(() => Promise.reject(new FileError('mismatch'))),
      removeOthers: answers(NOT_KEPT),
    }),
    steps: ready,
    shows: [...shows(filesMachine, 'keeping.waiting'), ...shows(playbackMachine, 'playing')],
  },
  {
    name: 'files-missing',
    at,
    given: withFiles({
      findStored: answers(NONE_KEPT),
      fetchFile: fromPromise(() => Promise.reject(new FileError('gone'))),
    }),
    steps: touched,
    shows: [...shows(filesMachine, 'keeping.waiting'), ...shows(playbackMachine, 'dark.nothingToPlay')],
    until: '2 videos could not be fetched. They are tried again.',
  },
  {
    name: 'between',
    at,
    shows: [...shows(playbackMachine, 'between'), ...shows(filesMachine, 'keeping.complete')],
  },
  {
    name: 'playing',
    at,
    steps: ready,
    shows: [
      ...shows(playbackMachine, 'playing'),
      ...shows(playerMachine, 'paired.list.known', 'paired.access.accepted'),
      ...shows(filesMachine, 'keeping.complete'),
    ],
  },
  {
    name: 'files-clearing',
    at,
    given: withFiles({removeOthers: answers(PENDING)}),
    steps: ready,
    shows: shows(filesMachine, 'keeping.clearing'),
  },
  {
    name: 'nothing-assigned',
    at,
    given: listed({revision: 0, items: []}),
    steps: touched,
    shows: shows(playbackMachine, 'dark.nothingToPlay'),
    until: 'Nothing is assigned to this screen yet.',
  },
  {
    name: 'out-of-hours',
    at,
    given: listed({
      ...LIST,
      items: LIST.items.map(item => ({
        ...item,
        schedule: {days: null, since: null, through: null, from: 20 * 60, until: 22 * 60},
      })),
    }),
    steps: touched,
    shows: shows(playbackMachine, 'dark.outOfHours'),
  },
  {
    name: 'all-faulty',
    at,
    given: listed({...LIST, items: SPRING === undefined ? [] : [SPRING]}),
    steps: [...touched, ...tell(playbackMachine, {type: 'video.failed', slot: 0, seconds: 0, fault: 'unplayable'})],
    shows: shows(playbackMachine, 'dark.allFaulty'),
  },
  {
    name: 'offline',
    at,
    steps: [...touched, ...ready, ...tell(playerMachine, {type: 'server.missed', at: NOW})],
    shows: shows(playerMachine, 'paired.list.unreachable'),
    until: 'No connection since',
  },
  {
    name: 'revoked',
    at,
    steps: [...touched, ...ready, ...tell(playerMachine, {type: 'token.refused'})],
    shows: shows(playerMachine, 'paired.access.revoked'),
  },
  {
    name: 'offline-for-passers-by',
    at,
    steps: [...ready, ...tell(playerMachine, {type: 'server.missed', at: NOW})],
    shows: shows(notesMachine, 'hidden'),
  },
  {
    name: 'dark-for-passers-by',
    at,
    given: listed({revision: 0, items: []}),
    shows: [...shows(notesMachine, 'hidden'), ...shows(playbackMachine, 'dark.nothingToPlay')],
  },

  {
    name: 'files-not-kept',
    at,
    given: ({files}) => ({files: files.provide({actors: {findStored: answers('insecure')}})}),
    steps: [...touched, ...ready],
    shows: [...shows(filesMachine, 'notStored.insecure'), ...shows(notesMachine, 'shown')],
  },
  {
    name: 'files-not-kept-yet',
    at,
    given: ({files}) => ({files: files.provide({actors: {findStored: answers('notYet')}})}),
    steps: [...touched, ...ready],
    shows: shows(filesMachine, 'notStored.notYet.pausing'),
  },
  {
    name: 'files-looked-for-again',
    at,
    given: ({files}) => ({
      files: files.provide({actors: {findStored: answers('notYet', PENDING)}, delays: {nextTry: 1}}),
    }),
    steps: [...touched, ...ready],
    shows: shows(filesMachine, 'notStored.notYet.looking'),
  },
]
