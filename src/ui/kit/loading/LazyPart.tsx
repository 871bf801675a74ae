import {useActorRef, useSelector} from '@xstate/react'
import {type ComponentType, type ReactNode, useMemo} from 'react'
import {texts} from '../../texts'
import {type ScreenName, useApplication} from '../application'
import {Notice, NoticeButton} from './Notice'

interface Props<Part> {
  /** Must be the same function at each rendering. */
  load: () => Promise<Part>
  waiting?: ReactNode
  /** Whether `waiting` stays after a failed try, too. */
  isQuiet?: boolean
  children: (part: Part) => ReactNode
}

/** Loads code when it is first shown, and draws its part. A failed try is repeated by itself. */
export function LazyPart<Part>(props: Props<Part>) {
  const {load, waiting = <Notice kind="waiting" heading={texts.loading} />, isQuiet = false, children} = props
  const {lazily} = useApplication()
  const loader = useActorRef(useMemo(() => lazily(load), [lazily, load]))
  const loaded = useSelector(loader, ({context}) => context.loaded)
  const hasFailed = useSelector(loader, snapshot => snapshot.matches('failed'))
  if (loaded !== null) return children(loaded)
  if (!hasFailed || isQuiet) return waiting
  return (
    <Notice kind="failed" heading={texts.screenUnloaded.heading} hint={texts.screenUnloaded.hint}>
      <NoticeButton onClick={() => window.location.reload()}>{texts.unexpected.reload}</NoticeButton>
    </Notice>
  )
}

interface QuietPartProps {
  load: () => Promise<ComponentType>
  waiting?: ReactNode
}

/** A part that the screen can do without until it is there: a failed try is not announced. */
export const QuietPart = ({load, waiting = null}: QuietPartProps) => (
  <LazyPart load={load} waiting={waiting} isQuiet>
    {Part => <Part />}
  </LazyPart>
)

export interface LazyScreenProps {
  name: ScreenName
  /** The text that is shown while the code is loading. */
  waiting?: string
}

/** A screen. Without the key, the router would keep this for the next one. */
export function LazyScreen({name, waiting = texts.loading}: LazyScreenProps) {
  const {screens} = useApplication()
  return (
    <LazyPart key={name} load={screens[name]} waiting={<Notice kind="waiting" heading={waiting} />}>
      {Screen => <Screen />}
    </LazyPart>
  )
}
