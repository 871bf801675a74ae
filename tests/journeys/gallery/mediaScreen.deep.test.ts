import {readRoom, walkRoom} from '../support/gallery'

walkRoom('mediaScreen')
readRoom('mediaScreen')
