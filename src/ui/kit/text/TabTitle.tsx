import {createContext, useContext} from 'react'
import {TITLE} from '../../../../contract/limits'

const TabPrefix = createContext('')

/** Sets the prefix of the titles of all pages within. */
export const TabPrefixProvider = TabPrefix.Provider

/** The title of the browser's tab: the name of the page, and the product. */
export function TabTitle({children}: {children?: string}) {
  const prefix = useContext(TabPrefix)
  return <title>{`${prefix}${children === undefined ? '' : `${children} – `}${TITLE}`}</title>
}
