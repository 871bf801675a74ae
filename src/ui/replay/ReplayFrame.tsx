import {useSelector} from '@xstate/react'
import {type ComponentType, Fragment, type ReactNode} from 'react'
import type {ReplayRef, ReplaySnapshot} from '../../machines/replay/replay'
import {QuietPart} from '../kit/loading/LazyPart'
import {Notice, NoticeButton} from '../kit/loading/Notice'
import {TabPrefixProvider, TabTitle} from '../kit/text/TabTitle'
import {texts} from './texts'

interface Props {
  replay: ReplayRef
  bar: () => Promise<ComponentType>
  children: ReactNode
}

/** Marks screens that show the past. They start again whenever the time jumps. */
export function ReplayFrame({replay, bar, children}: Props) {
  const state = useSelector(replay, stateOf)
  const jumps = useSelector(replay, s => s.context.jumps)
  if (state === 'off') return children
  return (
    <TabPrefixProvider value={texts.tab}>
      <TabTitle />
      {state === 'shown' && (
        <>
          <QuietPart load={bar} />
          <Fragment key={jumps}>{children}</Fragment>
        </>
      )}
      {state === 'deciding' && <Notice kind="waiting" heading={texts.asking} />}
      {state !== 'shown' && state !== 'deciding' && (
        <Notice kind="placed" {...texts[state]}>
          <NoticeButton onClick={() => replay.send({type: 'live.requested'})}>{texts.live}</NoticeButton>
        </Notice>
      )}
    </TabPrefixProvider>
  )
}

function stateOf(snapshot: ReplaySnapshot) {
  if (snapshot.matches('off')) return 'off'
  if (snapshot.matches({on: 'shown'})) return 'shown'
  return (['unreadable', 'ahead', 'notOffered'] as const).find(state => snapshot.matches({on: state})) ?? 'deciding'
}
