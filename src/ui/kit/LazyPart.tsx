import {useActorRef, useSelector} from '@xstate/react'
import {type ReactNode, useMemo} from 'react'
import type {LoadLogic} from '../../machines/load'
import {texts} from '../texts'
import {useApplication} from './application'
import {Notice, NoticeButton} from './Notice'

interface Props<Part> {
  /** Must be the same function at each rendering. */
  load: () => Promise<Part>
  waiting?: ReactNode
  children: (part: Part) => ReactNode
}

/** A part of a screen whose code is loaded when it is first shown. */
export function LazyPart<Part>({load, ...props}: Props<Part>) {
  const {lazily} = useApplication()
  return <Fetched logic={useMemo(() => lazily(load), [lazily, load])} {...props} />
}

interface FetchedProps<Part> extends Omit<Props<Part>, 'load'> {
  logic: LoadLogic<Part>
}

/** What the logic loads, while it loads and if it can't. */
export function Fetched<Part>({logic, waiting, children}: FetchedProps<Part>) {
  const load = useActorRef(logic)
  const loaded = useSelector(load, ({context}) => context.loaded)
  const hasFailed = useSelector(load, snapshot => snapshot.matches('failed'))
  if (hasFailed) {
    return (
      <Notice kind="failed" heading={texts.screenUnloaded.heading} hint={texts.screenUnloaded.hint}>
        <NoticeButton onClick={() => window.location.reload()}>{texts.unexpected.reload}</NoticeButton>
      </Notice>
    )
  }
  return loaded === null ? (waiting ?? <Notice kind="waiting" heading={texts.loading} />) : children(loaded)
}
