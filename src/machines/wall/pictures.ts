import type {PictureLibraryLogic} from './pictureLibrary'
import type {ShownPictureLogic} from './shownPicture'

/** What shows pictures on walls, and what they are chosen from. It is loaded with the first panel that has one. */
export type LoadPictures = () => Promise<{shown: ShownPictureLogic; library: PictureLibraryLogic}>
