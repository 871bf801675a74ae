import {EMPTY, filter, fromEvent, map, merge, of, Subject} from 'rxjs'
import {V7Generator} from 'uuidv7'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {Language} from '../../../contract/languages/languages'
import {decodedCodecs} from '../../../contract/rules/media/codecs'
import type {EpochMs} from '../../../contract/wire/common'
import {createDeviceCalls} from '../../api/player/device'
import {createServerClock} from '../../api/serverClock'
import {createFormats} from '../../domain/format/formats'
import {PLAYER_PATH, storedFileUrl} from '../../domain/player/address'
import type {PlayList} from '../../domain/player/list'
import {type Play, withPlay} from '../../domain/player/play'
import type {Report} from '../../domain/player/report'
import {filesMachine} from '../../machines/player/files'
import {notesMachine} from '../../machines/player/notes'
import {type Pairing, pairingMachine} from '../../machines/player/pairing'
import {playerMachine, type ReportingEvent} from '../../machines/player/player'
import {connected} from '../../machines/ports'
import {backOff} from '../../streams/backOff'
import {clock} from '../../streams/clock'
import {listChanges} from '../../streams/player/listChanges'
import {pairings} from '../../streams/player/pairings'
import {type PlayQueue, reporting} from '../../streams/player/reporting'
import type {PlayerScreenProps} from '../../ui/player/PlayerScreen'
import {createPlayback} from './stage'
import {createFileStore} from './storedFiles'

/** Creates and starts the player of this page. */
export function createPlayer(language: Language): PlayerScreenProps {
  const serverClock = createServerClock()
  const calls = createDeviceCalls(serverClock)
  const stored = createPlayerStore(localStorage)
  const {now} = serverClock
  const {files, addressOf} = createFilesLogic()
  const playback = createPlayback({addressOf, now})
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const player = createActor(
    connected(playerMachine)({
      actors: {
        pairing: createPairingLogic(calls, now),
        files,
        notes: createNotesLogic(),
        playback: playback.logic,
        reporting: createReportingLogic(calls, stored, now),
        clock: fromEventObservable(() =>
          clock({monotonic: () => performance.now(), now}).pipe(filter(event => event.type === 'clock.ticked')),
        ),
        listChanges: fromEventObservable(({input: {token}}) =>
          listChanges({
            readList: (known, signal) => calls.readList(token, known, signal),
            clockError: () => Math.round(Date.now() - now()),
            now,
            random,
          }),
        ),
      },
      actions: {
        storePairing: (_, {pairing}) => {
          stored.storePairing(pairing)
          // The token of the link is known now, and must not stay in sight.
          history.replaceState(null, '', PLAYER_PATH)
        },
        storeList: (_, {list}) => stored.storeList(list),
      },
    }),
    {input: {...begin(stored), zone, now: now()}},
  )
  const formats = createFormats({zone, hours: null, language, locale: navigator.language})
  return {player: player.start(), mount: playback.mount, formats}
}

const {random} = Math

type Calls = ReturnType<typeof createDeviceCalls>
type Stored = ReturnType<typeof createPlayerStore>

/** Identities are in the order of their pairings, by the server's clock: the later player of a device takes over. */
const createIdentity = (now: EpochMs): string => new V7Generator().generateOrResetWithTs(now).toString()

/** What the browser decodes is the same for as long as the page is open. */
function decodedHere(): string[] {
  const video = document.createElement('video')
  return decodedCodecs(type => video.canPlayType(type) !== '')
}

const createPairingLogic = (calls: Calls, now: () => EpochMs) =>
  connected(pairingMachine)({
    actors: {
      askForCode: fromPromise(({signal}) => calls.askForCode(signal)),
      checkToken: fromPromise(async ({input, signal}) => {
        await calls.readList(input.token, null, signal)
        return {token: input.token, deviceName: '', player: createIdentity(now())}
      }),
      pairings: fromEventObservable(({input: {code}}) =>
        code === null
          ? EMPTY
          : pairings({
              awaitPairing: async signal => {
                const access = await calls.awaitPairing(code.secret, signal)
                return access && {...access, player: createIdentity(now())}
              },
              expiresIn: code.expiresAt - now(),
              random,
            }),
      ),
      backOff: fromEventObservable(({input}) => backOff(input.tries, random)),
    },
  })

/** The files on this screen, and from where each is played. */
function createFilesLogic() {
  const store = createFileStore()
  let isStoring = false
  const files = connected(filesMachine)({
    actors: {
      findStored: fromPromise(async () => {
        const found = await store.find()
        isStoring = found !== null
        return found
      }),
      fetchFile: fromPromise(({input, signal}) => store.fetch(input.file, signal)),
      removeOthers: fromPromise(({input}) => store.removeAllBut(input.files)),
    },
  })
  return {
    files,
    addressOf: ({sha256, url}: {sha256: string; url: string}) => of(isStoring ? storedFileUrl(sha256) : url),
  }
}

const createNotesLogic = () =>
  connected(notesMachine)({
    actors: {
      touches: fromEventObservable(() =>
        merge(fromEvent(window, 'pointerdown'), fromEvent(window, 'keydown')).pipe(
          map(() => ({type: 'screen.touched'}) as const),
        ),
      ),
    },
  })

const createReportingLogic = (calls: Calls, stored: Stored, now: () => EpochMs) =>
  fromCallback<ReportingEvent, {token: string; player: string}>(({sendBack, receive, input: access}) => {
    const decodes = decodedHere()
    const reports = new Subject<Report>()
    const plays = new Subject<Play>()
    const subscription = reporting(reports, plays, {
      postHeartbeat: signal => calls.postHeartbeat(access, now(), signal),
      postReport: (report, signal) => calls.postReport(access, {...report, decodes}, signal),
      postPlays: (sent, signal) => calls.postPlays(access, sent, signal),
      queue: stored.queue,
      random,
    }).subscribe(sendBack)
    receive(event => {
      if (event.type === 'report.changed') return reports.next(event.report)
      stored.addPlay(event.play)
      plays.next(event.play)
    })
    return () => subscription.unsubscribe()
  })

/** A link with another token than the stored one pairs again. */
function begin(stored: Stored) {
  const linkToken = new URLSearchParams(location.hash.slice(1)).get('token')
  const pairing = stored.pairing()
  if (linkToken === null || linkToken === pairing?.token) return {pairing, linkToken: null, list: stored.list()}
  return {pairing: null, linkToken, list: null}
}

/** What a screen stores over a reload: its access, its list, and the plays that the server doesn't have yet. */
function createPlayerStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  function read<T>(name: string): T | null {
    try {
      return JSON.parse(storage.getItem(`${PREFIX}${name}`) ?? 'null')
    } catch {
      return null
    }
  }

  /** A full or forbidden storage must not end what plays. */
  function write(name: string, value: unknown): void {
    try {
      if (value === null) storage.removeItem(`${PREFIX}${name}`)
      else storage.setItem(`${PREFIX}${name}`, JSON.stringify(value))
    } catch (error) {
      console.warn(`${name} is not stored over a reload.`, error)
    }
  }

  let plays = read<Play[]>('plays') ?? []
  const storePlays = (now: Play[]) => {
    plays = now
    write('plays', plays)
  }

  const queue: PlayQueue = {
    first: count => plays.slice(0, count),
    removeFirst: count => storePlays(plays.slice(count)),
  }

  return {
    pairing() {
      const pairing = read<Omit<Pairing, 'player'> & Partial<Pairing>>('pairing')
      if (pairing === null) return null
      if (pairing.player !== undefined) return {...pairing, player: pairing.player}
      // An earlier version of the page has paired this screen, so each player that is paired from now on is later.
      const identified = {...pairing, player: createIdentity(0)}
      write('pairing', identified)
      return identified
    },
    /** A list and plays belong to their device, so another pairing begins without them. */
    storePairing(pairing: Pairing | null) {
      write('pairing', pairing)
      write('list', null)
      storePlays([])
    },
    list: () => read<PlayList>('list'),
    storeList: (list: PlayList) => write('list', list),
    queue,
    addPlay: (play: Play) => storePlays(withPlay(plays, play)),
  }
}

const PREFIX = 'pulsewall.player.'
