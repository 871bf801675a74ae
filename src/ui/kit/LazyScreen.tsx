import {useActorRef, useSelector} from '@xstate/react'
import {texts} from '../texts'
import {type ScreenName, useApplication} from './application'
import {Notice, NoticeButton} from './Notice'

export interface LazyScreenProps {
  name: ScreenName
  /** The text that is shown while the code is loading. */
  waiting?: string
}

/** Loads a screen's code when it is first opened. Without the key, the router would keep this for the next screen. */
export function LazyScreen(props: LazyScreenProps) {
  return <Fetched key={props.name} {...props} />
}

function Fetched({name, waiting = texts.loading}: LazyScreenProps) {
  const {screens} = useApplication()
  const load = useActorRef(screens[name])
  const Screen = useSelector(load, ({context}) => context.loaded)
  const hasFailed = useSelector(load, snapshot => snapshot.matches('failed'))
  if (hasFailed) {
    return (
      <Notice kind="failed" heading={texts.screenUnloaded.heading} hint={texts.screenUnloaded.hint}>
        <NoticeButton onClick={() => window.location.reload()}>{texts.unexpected.reload}</NoticeButton>
      </Notice>
    )
  }
  if (Screen === null) return <Notice kind="waiting" heading={waiting} />
  return <Screen />
}
