import {createContext, useContext} from 'react'
import {TITLE} from '../../../../contract/limits'

const TabPrefix = createContext('')

/** What the titles of all pages within begin with. */
export const TabPrefixProvider = TabPrefix.Provider

/** The title of the browser's tab: what is shown, and the product. */
export function TabTitle({children}: {children?: string}) {
  const prefix = useContext(TabPrefix)
  return <title>{`${prefix}${children === undefined ? '' : `${children} – `}${TITLE}`}</title>
}
