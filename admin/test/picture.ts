/** Stands for every picture: what it shows is looked at in a browser. */
export default 'picture.svg';
