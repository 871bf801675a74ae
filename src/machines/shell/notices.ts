import {type ActorRefFrom, assign, setup} from 'xstate'
import {noticeKey, type SystemNotice} from '../../domain/shell/notice'
import {source} from '../ports'

export type NoticesReceived = {type: 'notices.received'; notices: readonly SystemNotice[]}

/**
 * Shows SYS_ADMINs the server's notices on whatever screen is open. A notice that was put away comes back when it gets
 * worse, or after it had ended.
 */
export const noticesMachine = setup({
  types: {} as {
    context: {notices: readonly SystemNotice[]; putAway: ReadonlySet<string>}
    events: NoticesReceived | {type: 'notice.putAway'; notice: SystemNotice}
  },
  actors: {
    noticeChanges: source<NoticesReceived, void>('noticeChanges'),
  },
}).createMachine({
  id: 'notices',
  context: {notices: [], putAway: new Set()},
  invoke: {src: 'noticeChanges', onError: {}},
  on: {
    'notices.received': {
      actions: assign(({context: {putAway}, event: {notices}}) => ({
        notices,
        putAway: new Set(notices.map(noticeKey).filter(key => putAway.has(key))),
      })),
    },
    'notice.putAway': {
      actions: assign({
        putAway: ({context: {putAway}, event: {notice}}) => new Set([...putAway, noticeKey(notice)]),
      }),
    },
  },
})

export type NoticesRef = ActorRefFrom<typeof noticesMachine>
