import {fromEvent, map, merge, type Observable, take} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {Milliseconds} from '../../../contract/wire/common'
import {alarmsFromBatch, countAlarms} from '../../api/alarms/alarms'
import {type BellRef, bellMachine, type NotificationRight} from '../../machines/alarms/bell'
import {connected} from '../../machines/ports'
import {alarmCounts} from '../../streams/alarms/alarmCounts'
import {alarmEvents} from '../../streams/alarms/alarmEvents'
import {call} from '../../streams/call'
import {pollTicks, visibility} from '../../streams/ticks'
import {texts} from '../../ui/alarms/bell/texts'
import type {BellConnections} from '../shell/bellOfUser'

const SOUND = 'pulsewall.alarmSound'

/** Without a socket alarms are counted this often. */
const COUNT_PERIOD: Milliseconds = 10_000

/** Starts what calls a person, whatever screen is open, until it is stopped. */
export function startBell({http, feed, links, serverClock, storage, router}: BellConnections): BellRef {
  const tone = createTone()
  return createActor(
    connected(bellMachine)({
      actors: {
        linkChanges: fromEventObservable(() => links),
        alarmEvents: fromEventObservable(() => alarmEvents(feed)),
        alarmCounts: fromEventObservable(({input: {isPushed}}) =>
          alarmCounts(
            isPushed ? merge(feed.alarms, feed.alarmsMoved) : pollTicks(COUNT_PERIOD, visibility(document)),
            () =>
              call(async signal => {
                // What changes while they are counted is received, and counted again.
                await feed.watchAlarms(alarmsFromBatch)
                return await countAlarms(http, {signal})
              }),
          ),
        ),
        pageTouch: fromEventObservable(() => pageTouch(window)),
        askToNotify: fromPromise(async () => rightOf(await Notification.requestPermission())),
      },
      actions: {
        storeSound: (_, {sound}) => storage.setItem(SOUND, sound),
        ring: () => tone.play(),
        notify: (_, {calls}) => {
          if (document.visibilityState === 'visible') return
          for (const {id, deviceName, key} of calls.slice(0, SHOWN_AT_ONCE)) {
            const notification = new Notification(texts.notification(deviceName, key), {tag: id})
            notification.onclick = () => {
              window.focus()
              router().navigate(`/alarms/${id}`)
            }
          }
        },
      },
    }),
    {
      input: {
        since: serverClock.now(),
        sound: storage.getItem(SOUND) === 'muted' ? 'muted' : 'on',
        right: 'Notification' in window ? rightOf(Notification.permission) : 'refused',
      },
    },
  ).start()
}

const SHOWN_AT_ONCE = 3

const RIGHTS = {default: 'unasked', granted: 'allowed', denied: 'refused'} as const

const rightOf = (permission: NotificationPermission): NotificationRight => RIGHTS[permission]

/** Emits at the first click or key, from which on browsers let a page make sounds. */
function pageTouch(page: EventTarget): Observable<{type: 'page.touched'}> {
  return merge(fromEvent(page, 'pointerup'), fromEvent(page, 'keydown')).pipe(
    take(1),
    map(() => ({type: 'page.touched'})),
  )
}

/** Alarms that begin together ring once. */
const REST: Milliseconds = 2000

/** Two short notes, made by the browser, so that no file has to be loaded when the server may be away. */
function createTone(): {play(): void} {
  let context: AudioContext | undefined
  let playedAt = Number.NEGATIVE_INFINITY
  return {
    play() {
      if (performance.now() - playedAt < REST) return
      playedAt = performance.now()
      context ??= new AudioContext()
      context.resume().catch(() => {})
      note(context, {pitch: 880, begin: 0})
      note(context, {pitch: 660, begin: 0.18})
    },
  }
}

/** In hertz and seconds. It swells and fades, so that it does not click. */
function note(context: AudioContext, {pitch, begin}: {pitch: number; begin: number}): void {
  const start = context.currentTime + begin
  const volume = new GainNode(context, {gain: 0})
  volume.gain.setTargetAtTime(0.2, start, 0.01)
  volume.gain.setTargetAtTime(0, start + 0.12, 0.03)
  const sound = new OscillatorNode(context, {frequency: pitch})
  sound.connect(volume).connect(context.destination)
  sound.start(start)
  sound.stop(start + 0.4)
}
