export default {
  filter: ['tag:pets'
};
