import type {PictureLibraryLogic} from './pictureLibrary'
import type {ShownPictureLogic} from './shownPicture'

/** Loads the machines that show pictures on walls and offer them, with the first panel that has one. */
export type LoadPictures = () => Promise<{shown: ShownPictureLogic; library: PictureLibraryLogic}>
