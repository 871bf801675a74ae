import type {ReactNode} from 'react'
import {texts} from '../../texts'
import {useOffered} from '../application'
import {Notice} from './Notice'

interface Props {
  /** Stands in its place on a server of the specified calls. */
  otherwise: ReactNode
  children: ReactNode
}

/** A screen that needs additions to the specified calls. It waits until the offer of the server is known. */
export function Additions({otherwise, children}: Props) {
  const offered = useOffered()
  if (offered === null) return <Notice kind="waiting" heading={texts.loading} />
  return offered === 'specified' ? otherwise : children
}
