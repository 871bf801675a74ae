import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {noticeKey, type SystemNotice} from '../../../src/domain/shell/notice'
import {type NoticesReceived, noticesMachine} from '../../../src/machines/shell/notices'

const FILLING = {
  kind: 'disk',
  level: 'warning',
  holds: ['data'],
  folder: '/data',
  usedPercent: 83,
  freeBytes: 17,
} satisfies SystemNotice
const FULL: SystemNotice = {...FILLING, level: 'critical', usedPercent: 92}

it('hides what was put away until it gets worse, or comes again', () => {
  const noticeChanges = new Subject<NoticesReceived>()
  const notices = createActor(
    noticesMachine.provide({actors: {noticeChanges: fromEventObservable(() => noticeChanges)}}),
  ).start()
  const tell = (...told: readonly SystemNotice[]) => noticeChanges.next({type: 'notices.received', notices: told})
  const shown = () => {
    const {notices: told, putAway} = notices.getSnapshot().context
    return told.filter(notice => !putAway.has(noticeKey(notice))).map(({level}) => level)
  }

  tell(FILLING)
  notices.send({type: 'notice.putAway', notice: FILLING})
  expect(shown()).toEqual([])
  tell({...FILLING, usedPercent: 84})
  expect(shown()).toEqual([])
  tell(FULL)
  expect(shown()).toEqual(['critical'])
  tell()
  tell(FILLING)
  expect(shown()).toEqual(['warning'])
})

it('tells a backup that failed from a disk of the same folder', () => {
  const {level, folder} = FILLING

  expect(noticeKey({kind: 'backup', level, folder, newestAt: null})).not.toBe(noticeKey(FILLING))
})
