import {texts} from '../texts'
import {type ScreenName, useApplication} from './application'
import {Fetched} from './LazyPart'
import {Notice} from './Notice'

export interface LazyScreenProps {
  name: ScreenName
  /** The text that is shown while the code is loading. */
  waiting?: string
}

/** Loads a screen's code when it is first opened. Without the key, the router would keep this for the next screen. */
export function LazyScreen({name, waiting = texts.loading}: LazyScreenProps) {
  const {screens} = useApplication()
  return (
    <Fetched key={name} logic={screens[name]} waiting={<Notice kind="waiting" heading={waiting} />}>
      {Screen => <Screen />}
    </Fetched>
  )
}
